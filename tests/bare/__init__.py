"""From a bare Debian to played matches, in each of the ways to install Tableside: `make bare`."""

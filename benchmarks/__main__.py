"""`make bench`: run all benchmarks, one after another."""

from benchmarks.contract_speed import contract_speed
from benchmarks.host_speed import host_speed
from benchmarks.house_speed import house_speed
from benchmarks.mechanism_speed import mechanism_speed
from benchmarks.neighbour_speed import neighbour_speed
from benchmarks.search_speed import search_speed

contract_speed()
search_speed()
host_speed()
house_speed()
mechanism_speed()
neighbour_speed()

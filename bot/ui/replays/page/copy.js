// Buttons that copy a text. Where the browser does not allow that, the text is selected instead.

const SAID = 2000;

/** Copy `text()` at a click, and say so on the button; `element` is what shows the text. */
export function copies(button, element, text, copied) {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = copied;
      setTimeout(() => (button.textContent = label), SAID);
    } catch {
      getSelection().selectAllChildren(element);
    }
  });
}

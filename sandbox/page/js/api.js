// The control API: the same one that tests use.

export class Refused extends Error {}

async function call(method, path, body) {
  const response = await fetch(`/sandbox/${path}`, {
    method,
    headers: body === undefined ? {} : {"Content-Type": "application/json"},
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({error: `${response.status}`}));
  if (!response.ok) throw new Refused(answer.error ?? `${response.status}`);
  return answer;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const remove = (path) => call("DELETE", path);

/** Keep a WebSocket open, reconnecting as needed; `onNews` gets each message, `onState` whether it is open. */
export function listen(path, onNews, onState) {
  let closed = false;
  let socket = null;
  const open = () => {
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/sandbox/${path}`);
    socket.onopen = () => onState?.(true);
    socket.onmessage = (event) => onNews(JSON.parse(event.data));
    socket.onclose = () => {
      if (closed) return;
      onState?.(false);
      setTimeout(open, 1000);
    };
  };
  open();
  return () => {
    closed = true;
    socket.close();
  };
}

/** Read a file that a person picked, in the form that the control API accepts. */
export function readFile(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({filename: file.name, content: reader.result.split(",")[1] ?? ""});
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

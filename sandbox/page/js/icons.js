// Small drawings of our own, on a grid of 24.

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  hash: "M9 4 7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  voice: "M4 9.500h4l5-4.500v14l-5-4.500H4zM16.500 8.500a5 5 0 0 1 0 7M19 5.500a9 9 0 0 1 0 13",
  stage: "M9 5a3 3 0 0 1 6 0v6a3 3 0 0 1-6 0zM5 11a7 7 0 0 0 14 0M12 18v3M8 21h8",
  news: "M4 9.500v5h3l9 4.500v-14l-9 4.500zM8 15l1.500 5h2.500M19 9.500a4 4 0 0 1 0 5",
  posts: "M4 4h12v8H9l-3 3v-3H4zM19 8h1v9h-2v3l-3-3h-5v-1",
  media: "M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15.500 9h.01",
  thread: "M8 4 6.5 16M14.5 4 13 12M4 8h14M3.5 12.500h8M14 15h7v5l-2-1.500h-5z",
  at: "M16 8v5a2.500 2.500 0 0 0 5 0v-1a9 9 0 1 0-4 7.500M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5 5 19",
  plus: "M12 4v16M4 12h16",
  send: "M4 12 20 4l-5 16-3.500-6.500z",
  down: "M6 9l6 6 6-6",
  check: "M5 12.500 10 17.500 19 7",
  eye: "M2 12s3.500-6.500 10-6.500S22 12 22 12s-3.500 6.500-10 6.500S2 12 2 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  reply: "M10 6 4 12l6 6M4.500 12H14a6 6 0 0 1 6 6v1",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
  sun: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5",
  pulse: "M3 12h4l3-8 4 16 3-8h4",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  arrow: "M4 12h15M13 6l6 6-6 6",
  pin: "M9 3h6l-1 7 4 3v2H6v-2l4-3zM12 15v6",
  cards: "M5 7.500 13 5l4.500 12.500-8 2.500zM15 6l5 1.500-3 10",
  people: "M12 8.500a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM3 19a6 6 0 0 1 12 0M15.500 5.800a3 3 0 0 1 0 5.400M17.500 14a6 6 0 0 1 3.500 5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
};

/** Draw an icon by name. */
export function icon(name, title) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("fill", "none");
  svg.setAttribute("stroke", "currentColor");
  svg.setAttribute("stroke-width", name === "dots" ? "3" : "2");
  svg.setAttribute("stroke-linecap", "round");
  svg.setAttribute("stroke-linejoin", "round");
  if (title) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", title);
  } else svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

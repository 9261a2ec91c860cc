// Discord's Markdown, rendered as elements. The rules follow its clients' behaviour.

import {h} from "./dom.js";
import {emoji} from "./emoji.js";
import {nameOf} from "./people.js";
import {stamp} from "./time.js";

const FENCE = /^```(?:([a-z0-9_+-]+)\n)?\n?([\s\S]+?)\n?```/i;
const LIST_ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

/** Render a text; `seat` resolves the names of mentions. */
export function markdown(text, seat, {inline = false} = {}) {
  const box = h(inline ? "span.text" : "div.text");
  const nodes = inline ? inlines(text, seat) : blocks(text, seat);
  box.append(...nodes);
  if (!inline && onlyEmoji(text)) box.firstChild?.classList?.add("jumbo");
  return box;
}

function onlyEmoji(text) {
  return text.length < 60 && /^(?:(?:<a?:\w+:\d+>|\p{Extended_Pictographic})(?:\uFE0F|\u200D|\p{Emoji_Modifier}|\p{Extended_Pictographic})*\s*)+$/u.test(text.trim() || "x");
}

function blocks(text, seat) {
  const found = [];
  let plain = [];
  const flush = () => {
    if (plain.length) found.push(h("p", {}, ...inlines(plain.join("\n"), seat)));
    plain = [];
  };
  let rest = text;
  while (rest.length) {
    const fence = FENCE.exec(rest);
    if (fence) {
      flush();
      found.push(h("pre", {}, h("code", {"data-language": fence[1] ?? ""}, fence[2])));
      rest = rest.slice(fence[0].length).replace(/^\n/, "");
      continue;
    }
    if (rest.startsWith(">>> ")) {
      flush();
      found.push(h("blockquote", {}, ...blocks(rest.slice(4), seat)));
      break;
    }
    const {line, taken} = nextLine(rest);
    const block = blockLine(line, rest, seat);
    if (block) {
      flush();
      found.push(block.node);
      rest = rest.slice(block.taken).replace(/^\n/, "");
    } else {
      plain.push(line);
      rest = rest.slice(taken);
    }
  }
  flush();
  return found;
}

/** Return the next line and its length in the text; a code fence in the middle of a line ends it. */
function nextLine(text) {
  const newline = text.indexOf("\n");
  const end = newline === -1 ? text.length : newline;
  const fence = text.indexOf("```", 1);
  if (fence !== -1 && fence < end && FENCE.test(text.slice(fence))) return {line: text.slice(0, fence), taken: fence};
  return {line: text.slice(0, end), taken: end + 1};
}

function blockLine(line, rest, seat) {
  const header = /^(#{1,3}) +(.+)$/.exec(line);
  if (header) return {node: h(`h${header[1].length}`, {}, ...inlines(header[2], seat)), taken: line.length};
  const small = /^-# +(.+)$/.exec(line);
  if (small) return {node: h("p.small", {}, ...inlines(small[1], seat)), taken: line.length};
  if (line.startsWith("> ") || line === ">") return quote(rest, seat);
  if (LIST_ITEM.test(line)) return list(rest, seat);
  return null;
}

function quote(rest, seat) {
  const lines = [];
  let taken = 0;
  for (const line of rest.split("\n")) {
    if (!line.startsWith("> ") && line !== ">") break;
    lines.push(line.slice(2));
    taken += line.length + 1;
  }
  return {node: h("blockquote", {}, ...blocks(lines.join("\n"), seat)), taken: taken - 1};
}

function list(rest, seat) {
  const items = [];
  let taken = 0;
  for (const line of rest.split("\n")) {
    const item = LIST_ITEM.exec(line);
    if (!item) break;
    items.push({depth: Math.floor(item[1].length / 2), ordered: /\d/.test(item[2]), start: parseInt(item[2], 10), text: item[3]});
    taken += line.length + 1;
  }
  return {node: nest(items, seat), taken: taken - 1};
}

function nest(items, seat) {
  const depth = items[0].depth;
  const box = h(items[0].ordered ? "ol" : "ul", items[0].ordered ? {start: items[0].start} : {});
  for (let index = 0; index < items.length; ) {
    let next = index + 1;
    while (next < items.length && items[next].depth > depth) next += 1;
    const entry = h("li", {}, ...inlines(items[index].text, seat));
    if (next > index + 1) entry.append(nest(items.slice(index + 1, next), seat));
    box.append(entry);
    index = next;
  }
  return box;
}

const wrap = (tag) => (found, seat) => h(tag, {}, ...inlines(found[1], seat));

const INLINE = [
  [/^\\([^A-Za-z0-9\s])/, (found) => document.createTextNode(found[1])],
  [/^(`+)([\s\S]+?)\1(?!`)/, (found) => h("code", {}, found[2].replace(/^ (.*) $/, "$1"))],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (found) => stamp(Number(found[1]), found[2])],
  [/^<@!?(\d+)>/, (found, seat) => mention(`@${nameOf(seat?.user(found[1]))}`, {"data-user": found[1]})],
  [/^<@&(\d+)>/, (found, seat) => mention(`@${seat?.role(found[1])?.name ?? "unknown-role"}`, {"data-role": found[1]})],
  [/^<#(\d+)>/, (found, seat) => channelMention(found[1], seat)],
  [/^<\/([-\w' ]{1,100}):(\d+)>/, (found, seat) => mention(`/${found[1]}`, {"data-command": found[1], onclick: () => seat?.composer.begin(found[1])})],
  [/^<a?:(\w+):(\d+)>/, (found) => emoji({name: found[1], id: found[2]})],
  [/^\|\|([\s\S]+?)\|\|/, (found, seat) => spoiler(found[1], seat)],
  [/^\*\*\*([\s\S]+?)\*\*\*(?!\*)/, (found, seat) => h("strong", {}, h("em", {}, ...inlines(found[1], seat)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, wrap("strong")],
  [/^__([\s\S]+?)__(?!_)/, wrap("u")],
  [/^~~([\s\S]+?)~~/, wrap("s")],
  [/^\*(?=\S)([^*]*?\S)\*(?!\*)/, wrap("em")],
  [/^_(?=\S)([^_]*?\S)_(?![A-Za-z0-9_])/, wrap("em")],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (found, seat) => link(found[2], inlines(found[1], seat))],
  [/^<(https?:\/\/[^\s>]+)>/, (found) => link(found[1], [found[1]])],
  [/^https?:\/\/[^\s<>"]*[^\s<>".,:;!?)\]}'*_~|]/, (found) => link(found[0], [found[0]])],
  [/^@(?:everyone|here)\b/, (found) => mention(found[0], {})],
];
const STARTS = /[\\`<|*_~[@]|https?:\/\//g;

function inlines(text, seat) {
  const nodes = [];
  let plain = "";
  let rest = text;
  while (rest.length) {
    STARTS.lastIndex = 0;
    const start = STARTS.exec(rest);
    if (!start) break;
    plain += rest.slice(0, start.index);
    rest = rest.slice(start.index);
    const rule = INLINE.map(([pattern, make]) => [pattern.exec(rest), make]).find(([found]) => found);
    if (rule && !(rest[0] === "_" && /\w$/.test(plain))) {
      const [found, make] = rule;
      if (plain) nodes.push(document.createTextNode(plain));
      plain = "";
      nodes.push(make(found, seat));
      rest = rest.slice(found[0].length);
    } else {
      plain += rest[0];
      rest = rest.slice(1);
    }
  }
  plain += rest;
  if (plain) nodes.push(document.createTextNode(plain));
  return nodes;
}

function mention(text, props) {
  return h("span.mention", props, text);
}

function channelMention(id, seat) {
  const channel = seat?.place(id);
  return channel
    ? mention(`#${channel.name}`, {"data-channel": id, role: "link", tabIndex: 0, onclick: () => seat.open(id), onkeydown: (event) => event.key === "Enter" && seat.open(id)})
    : mention("#no-access", {});
}

function spoiler(text, seat) {
  const show = (event) => event.currentTarget.classList.add("shown");
  return h("span.spoiler", {role: "button", tabIndex: 0, "aria-label": "Spoiler", onclick: show, onkeydown: (event) => event.key === "Enter" && show(event)}, ...inlines(text, seat));
}

function link(url, children) {
  return h("a", {href: url, target: "_blank", rel: "noopener noreferrer"}, ...children);
}

// The sandbox's time, and timestamps in it: the times of messages, and Discord's <t:...> marks, which count down by themselves.

import {h} from "./dom.js";

const relative = new Intl.RelativeTimeFormat("en", {numeric: "always"});
// Each unit is used up to a maximum number, then the next one, as in Discord's clients.
const UNITS = [["second", 1, 45], ["minute", 60, 45], ["hour", 3600, 22], ["day", 86400, 26], ["month", 2629800, 11], ["year", 31557600, Infinity]];
const STYLES = {
  t: {timeStyle: "short"},
  T: {timeStyle: "medium"},
  d: {dateStyle: "short"},
  D: {dateStyle: "long"},
  f: {dateStyle: "long", timeStyle: "short"},
  F: {dateStyle: "full", timeStyle: "short"},
};

let ahead = 0;

/** Set the sandbox's time, in seconds since 1970; every time on the page follows it. */
export function setTime(seconds) {
  ahead = seconds * 1000 - Date.now();
  refresh();
}

/** Return the sandbox's time. */
export function now() {
  return new Date(Date.now() + ahead);
}

export function fromNow(date) {
  const seconds = (date - now()) / 1000;
  const [unit, size] = UNITS.find(([, length, most]) => Math.abs(seconds) < length * most);
  return relative.format(Math.round(seconds / size), unit);
}

/** Show an inline timestamp in one of Discord's styles; R is kept up to date. */
export function stamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  const full = date.toLocaleString("en-GB", STYLES.F);
  const text = style === "R" ? fromNow(date) : date.toLocaleString("en-GB", STYLES[style] ?? STYLES.f);
  return h("time.time", {dateTime: date.toISOString(), title: full, "data-style": style, "data-seconds": seconds}, text);
}

/** Show when something was written, in the words of `when`, which is kept up to date. */
export function written(timestamp) {
  const date = new Date(timestamp);
  return h("time", {dateTime: timestamp, title: date.toLocaleString("en-GB"), "data-written": ""}, when(date));
}

function refresh() {
  const show = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };
  for (const each of document.querySelectorAll('time[data-style="R"]')) show(each, fromNow(new Date(each.dataset.seconds * 1000)));
  for (const each of document.querySelectorAll("time[data-written]")) show(each, when(new Date(each.dateTime)));
  for (const each of document.querySelectorAll("time[data-now]")) show(each, moment(now()));
}

setInterval(refresh, 1000);

/** Return a day and a time, as short as a phone needs them. */
export function moment(date) {
  return `${date.toLocaleDateString("en-GB", {weekday: "short", day: "numeric", month: "short", year: "numeric"})}, ${clockTime(date)}`;
}

export function clockTime(date) {
  return date.toLocaleTimeString("en-GB", {timeStyle: "short"});
}

/** Return when a message was written: the time if it was today, else the date and the time. */
export function when(date) {
  if (date.toDateString() === now().toDateString()) return clockTime(date);
  return `${date.toLocaleDateString("en-GB")} ${clockTime(date)}`;
}

export function dayOf(date) {
  return date.toLocaleDateString("en-GB", {dateStyle: "long"});
}

// Names, colours and pictures of people and servers, derived from their ids.

import {h} from "./dom.js";
import {icon} from "./icons.js";

const COLOURS = ["#5865f2", "#3ba55c", "#c2741a", "#d6336c", "#8e44ad", "#00838f", "#b03a2e", "#4e5d94"];

export function nameOf(user) {
  return user?.global_name || user?.username || "somebody";
}

/** The username of somebody whose name does not say it: it tells apart people of one name. */
export function usernameOf(user) {
  return nameOf(user).toLowerCase() === user.username.toLowerCase() ? null : user.username;
}

/** How a person is named in a list of plain text. */
export function optionOf(user) {
  return [nameOf(user), usernameOf(user)].filter(Boolean).join(" · ");
}

/** Whether what somebody types may be the beginning of a person's name or username. */
export function begins(user, typed) {
  return [nameOf(user), user.username].some((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}

export function colourOf(id) {
  let sum = 0;
  for (const digit of String(id)) sum = (sum * 31 + Number(digit)) % 9973;
  return COLOURS[sum % COLOURS.length];
}

/** Draw a round picture: initials on a colour, or cards for a bot. `status` adds a dot. */
export function avatar(user, {size, status} = {}) {
  const picture = user?.bot
    ? icon("cards")
    : nameOf(user).split(/\s+/).map((word) => word[0]).join("").slice(0, 2).toUpperCase();
  return h(
    "span.avatar",
    {
      "aria-hidden": "true",
      style: {background: user?.bot ? "#5865f2" : colourOf(user?.id ?? 0), ...(size ? {"--size": `${size}px`} : {})},
    },
    picture,
    status === undefined ? null : h(`span.status${status ? ".on" : ""}`),
  );
}

export function initials(name) {
  return name.split(/\s+/).map((word) => word[0]).join("").slice(0, 3);
}

export function botTag() {
  return h("span.tag", {title: "An application"}, "App");
}

// A forum or media channel: its posts, and a form for a new one.

import {post, Refused} from "./api.js";
import {fill, h} from "./dom.js";
import {icon} from "./icons.js";

export class Posts {
  constructor(seat, channel) {
    this.seat = seat;
    this.channel = channel;
    this.list = h("div.posts", {"data-posts": ""});
    this.root = h("div.forum", {}, channel.may_post ? this.form() : null, this.list);
    this.draw();
  }

  draw() {
    const {seat, channel} = this;
    const posts = seat.guildOf(channel.id)?.threads.filter((thread) => thread.parent_id === channel.id) ?? [];
    const names = new Map(channel.available_tags.map((tag) => [tag.id, tag.name]));
    fill(this.list, [...posts].reverse().map((thread) => h("button.hang", {"data-thread": thread.id, onclick: () => seat.open(thread.id)},
      h("b", {}, thread.name, " ›"),
      h("span", {}, [thread.thread_metadata.archived ? "Archived" : "See the post", ...thread.applied_tags.map((id) => names.get(id))].join(" · ")))));
  }

  form() {
    const {channel} = this;
    const title = h("input", {type: "text", maxLength: 100, placeholder: "Title", "aria-label": "Title", "data-post-title": ""});
    const text = h("textarea", {maxLength: 2000, placeholder: "Message", "aria-label": "Message of the post", "data-post-text": ""});
    const tags = channel.available_tags.map((tag) => h("input", {type: "checkbox", value: tag.name, "data-post-tag": tag.name}));
    const problem = h("div.problem", {role: "alert"});
    const form = h("form.input-group", {noValidate: true}, title, text,
      tags.map((tag) => h("label", {}, tag, " ", tag.value)), problem,
      h("button.btn.s1", {type: "submit", "data-action": "post"}, icon("plus"), h("span", {}, "New post")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const chosen = tags.filter((tag) => tag.checked).map((tag) => tag.value);
      try {
        const starter = await post(`people/${this.seat.name}/post`, {channel: channel.id, title: title.value, content: text.value, tags: chosen});
        form.reset();
        fill(problem);
        await this.seat.openSoon(starter.channel_id);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        fill(problem, error.message);
      }
    });
    return form;
  }
}

// The drawer on the right: the journal, findings in red, and deliberate faults.

import {listen, post, remove} from "./api.js";
import {fill, h} from "./dom.js";
import {icon} from "./icons.js";
import {optionOf} from "./people.js";
import {setTime} from "./time.js";

const KEPT = 600;
const KINDS = ["act", "event", "request", "answer", "gateway", "fault", "complaint"];

export class Drawer {
  constructor(facts, onComplaints) {
    this.facts = facts;
    this.onComplaints = onComplaints;
    this.fatal = 0;
    this.quiet = new Set(["answer"]);
    this.journal = h("div.pane", {"data-journal": ""});
    this.findings = h("div.pane", {"data-findings": ""}, h("div.none", {}, "No complaints. What the bot sends is as Discord wants it."));
    this.faults = h("div.pane", {"data-faults": ""}, this.faultForms());
    this.filters = h("div.filters", {role: "group", "aria-label": "Kinds"}, KINDS.map((kind) => h("button", {"aria-pressed": String(!this.quiet.has(kind)), onclick: (event) => this.filter(kind, event.currentTarget)}, kind)));
    this.count = h("span.badge", {hidden: true});
    this.panes = {Journal: h("div", {style: {display: "contents"}}, this.filters, this.journal), Complaints: this.findings, Faults: this.faults};
    this.tabs = h("div.tabs", {role: "tablist"}, Object.keys(this.panes).map((name) => h("button", {role: "tab", "data-tab": name, onclick: () => this.show(name)}, name, name === "Complaints" ? this.count : null)),
      h("button.close", {"aria-label": "Close the drawer", onclick: () => window.sandbox.flipDrawer()}, icon("close")));
    this.body = h("div", {style: {display: "contents"}});
    this.root = h("aside.drawer", {hidden: true, "aria-label": "Journal, complaints, faults", "data-drawer": ""}, this.tabs, this.body);
    this.show("Journal");
    const kinds = {entry: (news) => this.entry(news), finding: (news) => this.finding(news), time: (news) => setTime(news.seconds)};
    listen("drawer", (news) => kinds[news.type](news));
  }

  show(name) {
    fill(this.body, this.panes[name]);
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    if (name === "Journal") this.journal.scrollTop = this.journal.scrollHeight;
  }

  filter(kind, button) {
    if (!this.quiet.delete(kind)) this.quiet.add(kind);
    button.setAttribute("aria-pressed", String(!this.quiet.has(kind)));
    for (const entry of this.journal.children) entry.hidden = this.quiet.has(entry.dataset.kind);
  }

  entry(news) {
    const end = this.journal.scrollHeight - this.journal.scrollTop - this.journal.clientHeight < 40;
    const details = h("details.entry", {"data-kind": news.kind, hidden: this.quiet.has(news.kind)},
      h("summary", {}, h("span.at", {}, news.seconds.toFixed(2)), h("span.kind", {}, news.kind), h("span", {}, news.headline)));
    if (news.details !== null) details.addEventListener("toggle", () => details.querySelector("pre") ?? details.append(h("pre", {}, JSON.stringify(news.details, null, 2))), {once: true});
    this.journal.append(details);
    while (this.journal.children.length > KEPT) this.journal.firstChild.remove();
    if (end) this.journal.scrollTop = this.journal.scrollHeight;
  }

  finding(news) {
    this.findings.querySelector(".none")?.remove();
    this.findings.append(h(`div.finding${news.fatal ? ".fatal" : ""}`, {"data-finding": news.kind}, h("b", {}, news.kind), h("code", {}, news.where), h("div", {}, news.what)));
    if (news.fatal) this.fatal += 1;
    this.count.hidden = this.fatal === 0;
    this.count.textContent = this.fatal;
    this.onComplaints(this.fatal);
  }

  // -------------------------------------------------------------------- faults

  faultForms() {
    const said = h("div.said", {role: "status"});
    const run = async (what, act) => {
      try {
        await act();
        said.textContent = `Done: ${what}`;
      } catch (error) {
        said.textContent = `Refused: ${error.message}`;
      }
    };
    const button = (label, act) => h("button.btn", {"data-fault": label, onclick: () => run(label, act)}, label);
    return [said, this.dropForm(button), this.requestForm(button), this.worldForm(button), this.timeForm(button)];
  }

  dropForm(button) {
    const ways = {"Close 4000": {how: "close", code: 4000}, "Break TCP": {how: "abort"}, "Reconnect (op 7)": {how: "reconnect"}, "Invalid session (op 9)": {how: "invalid"}, "Fall silent": {how: "silence"}};
    return h("fieldset", {}, h("legend", {}, "Gateway"),
      h("div.row", {}, Object.entries(ways).map(([label, body]) => button(label, () => post("gateway/drop", body)))),
      h("div.row", {}, button("Next message event twice", () => post("world/repeat_event", {event: "MESSAGE_CREATE"})), button("Next interaction twice", () => post("world/repeat_event", {event: "INTERACTION_CREATE"})), button("Next message event late", () => post("world/delay_event", {event: "MESSAGE_CREATE"}))));
  }

  requestForm(button) {
    const input = (value, label) => h("input", {value, "aria-label": label, placeholder: label});
    const method = h("select", {"aria-label": "Method"}, ["*", "GET", "POST", "PATCH", "PUT", "DELETE"].map((each) => h("option", {}, each)));
    const path = input("/channels/*/messages", "Path");
    const times = input("1", "Times");
    const status = input("500", "Status");
    const wait = input("3000", "Milliseconds");
    const base = () => ({method: method.value, path: path.value, times: Number(times.value)});
    return h("fieldset", {}, h("legend", {}, "The next requests"),
      h("label", {}, "Method", method), h("label", {}, "Path", path), h("label", {}, "Times", times), h("label", {}, "Status", status), h("label", {}, "Slow by (ms)", wait),
      h("div.row", {},
        button("Answer with the status", () => post("faults", {...base(), status: Number(status.value), ...(status.value === "429" ? {retry_after: 2} : {})})),
        button("Be slow", () => post("faults", {...base(), milliseconds: Number(wait.value)})),
        button("Lose the answer", () => post("faults", {...base(), lose_answer: true})),
        button("CDN down", () => post("faults", {cdn_down: true})),
        button("Clear all", () => remove("faults"))));
  }

  worldForm(button) {
    const who = h("select", {"aria-label": "Person"}, Object.entries(this.facts.display_names).map(([name, shown]) => h("option", {value: name}, optionOf({username: name, global_name: shown}))));
    const [guild] = this.facts.guilds;
    const channel = h("select", {"aria-label": "Channel"}, this.facts.guilds.flatMap((each) => Object.entries(each.channels)).map(([name, id]) => h("option", {value: id}, name)));
    const may = (permission, allowed) => post("world/permission", {channel: channel.value, user: "bot", permission, allowed});
    return h("fieldset", {}, h("legend", {}, "World"),
      h("label", {}, "Person", who), h("label", {}, "Channel", channel),
      h("div.row", {},
        button("Close DMs", () => post("world/close_dms", {user: who.value, closed: true})), button("Open DMs", () => post("world/close_dms", {user: who.value, closed: false})),
        button("Kick the bot", () => post("world/kick_bot", {guild: guild.id})), button("Invite the bot", () => post("world/invite_bot", {guild: guild.id})),
        button("Bot may not send", () => may("send_messages", false)), button("Bot may send", () => may("send_messages", true)),
        button("Bot cannot see", () => may("view_channel", false)), button("Bot sees", () => may("view_channel", true)),
        button("Server outage", () => post("world/guild_available", {guild: guild.id, available: false})), button("Server is back", () => post("world/guild_available", {guild: guild.id, available: true}))));
  }

  timeForm(button) {
    const seconds = h("input", {value: "60", "aria-label": "Seconds"});
    return h("fieldset", {}, h("legend", {}, "Time"), h("label", {}, "Seconds", seconds),
      h("div.row", {}, button("Let all tokens age", () => post("world/age", {seconds: Number(seconds.value)})), button("Move the sandbox's clock", () => post("world/advance", {seconds: Number(seconds.value)})),
        button("Forget complaints", async () => { await remove("findings"); this.fatal = 0; this.count.hidden = true; this.onComplaints(0); fill(this.findings, h("div.none", {}, "No complaints.")); })));
  }
}


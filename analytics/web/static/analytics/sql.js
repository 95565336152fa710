// What does the console do beyond its form? It runs without leaving the page, stops, marks faults, and follows the parameters.

const form = document.getElementById("ask");
const statement = document.getElementById("statement");
const stop = document.getElementById("stop");
const DELAY = 400;
const STOP_TRIES = 20;
let running = 0;
let typed = 0;

function body(act) {
  const found = new URLSearchParams(new FormData(form));
  found.set("act", act);
  return found;
}

function send(path, act) {
  return fetch(path, { method: "POST", body: body(act), credentials: "same-origin" });
}

async function read(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function swap(next, id) {
  const fresh = next.getElementById(id);
  if (fresh) document.getElementById(id).replaceWith(document.adoptNode(fresh));
  return Boolean(fresh);
}

function say(text) {
  const note = document.createElement("p");
  note.className = "note";
  note.setAttribute("role", "alert");
  note.textContent = text;
  document.getElementById("result").replaceChildren(note);
}

// Positions are told in characters; a browser counts some of them twice.
function units(text, characters) {
  return [...text].slice(0, characters).join("").length;
}

function select() {
  const fault = document.querySelector("#result [data-start]");
  if (!fault) return;
  const start = Number(fault.dataset.start);
  statement.focus({ preventScroll: true });
  statement.setSelectionRange(units(statement.value, start), units(statement.value, start + Number(fault.dataset.length)));
}

async function run() {
  if (running) return;
  running = 1;
  stop.hidden = false;
  document.getElementById("result").setAttribute("aria-busy", "true");
  try {
    const answer = await send(form.action, "run");
    const next = await read(answer);
    if (answer.redirected) {
      say("You are not logged in any more. Log in in another window, then run it again: what you wrote stays here.");
      return;
    }
    if (!swap(next, "result")) {
      const why = next.querySelector("h1");
      say(why ? why.textContent : "The server has no answer. Try it again in a moment.");
      return;
    }
    const open = document.getElementById("history").open;
    swap(next, "parameters");
    swap(next, "history");
    document.getElementById("history").open = open;
    select();
    document.getElementById("result").scrollIntoView({ block: "nearest" });
  } catch {
    say("The server can't be reached. Nothing is lost: try it again in a moment.");
  } finally {
    running = 0;
    stop.hidden = true;
    document.getElementById("result").removeAttribute("aria-busy");
  }
}

async function halt() {
  // It may not have begun yet.
  for (let left = STOP_TRIES; running && left; left -= 1) {
    const answer = await send("/analytics/sql/cancel", "cancel");
    if (answer.status === 204) return;
    await new Promise((resolve) => setTimeout(resolve, DELAY));
  }
}

async function follow() {
  const mine = ++typed;
  await new Promise((resolve) => setTimeout(resolve, DELAY));
  if (mine !== typed || !statement.value.trim()) return;
  const answer = await send("/analytics/sql/fields", "fields");
  if (!answer.ok || mine !== typed) return;
  const next = await read(answer);
  const names = (root) => [...root.querySelectorAll("#parameters input")].map((each) => each.name).join();
  if (names(next) !== names(document)) swap(next, "parameters");
}

if (form) {
  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.value !== "run") return;
    event.preventDefault();
    run();
  });
  stop.addEventListener("click", halt);
  statement.addEventListener("input", follow);
  statement.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    }
  });
  // The columns of a table open where its name stands.
  document.querySelector(".sql aside").addEventListener("click", async (event) => {
    const link = event.target.closest(".group a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const place = link.closest("li");
    const shown = place.querySelector(".columns-of");
    if (shown) {
      shown.remove();
      return;
    }
    const answer = await fetch(link.href, { credentials: "same-origin" });
    const columns = (await read(answer)).querySelector(".columns-of");
    if (columns) place.append(document.adoptNode(columns));
  });
  document.getElementById("keys").hidden = false;
  select();
}

// How does a referee go through a game with the keys?

const KEYS = ["Home", "ArrowLeft", "ArrowRight", "End"];
let going = 0;

async function go(url) {
  const mine = ++going;
  const answer = await fetch(url, { credentials: "same-origin" });
  if (mine !== going) return; // a newer key has overtaken this one
  if (!answer.ok || answer.redirected) {
    location.assign(url);
    return;
  }
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const place = next.getElementById("scrub");
  if (mine !== going || !place) return;
  document.getElementById("scrub").replaceWith(place);
  document.title = next.title;
  history.replaceState(null, "", url);
  shown();
}

function shown() {
  const list = document.querySelector(".timeline .events");
  const current = list && list.querySelector(".current");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 3;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !KEYS.includes(event.key)) return;
  if (event.target.closest("input, select, textarea, [contenteditable]")) return;
  const link = document.querySelector(`[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#scrub a[href^='?']");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});

shown();

// How does a player's page follow the game? It asks for the newest event's number, and when that has changed, for itself.

const EVERY = 1000;
const live = document.getElementById("live");

async function refresh() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) {
    location.reload();
    return;
  }
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = next.getElementById("live");
  if (!fresh) return;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = document.getElementById(part.id);
    // What has not changed stays, with what is half filled in.
    if (!old) location.reload();
    else if (old.dataset.part !== part.dataset.part) old.replaceWith(document.adoptNode(part));
  }
  live.dataset.version = fresh.dataset.version;
}

async function pulse() {
  try {
    if (!document.hidden) {
      const answer = await fetch(`/play/${live.dataset.game}/pulse`, { credentials: "same-origin" });
      if (answer.ok && !answer.redirected && (await answer.text()) !== live.dataset.version) await refresh();
    }
  } catch {
    // The server is away for a moment; it is asked again.
  }
  setTimeout(pulse, EVERY);
}

if (live && "follow" in live.dataset) setTimeout(pulse, EVERY);

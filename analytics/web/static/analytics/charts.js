// How does a chart answer to the pointer? The picture that the server drew is there from the start; this draws the same with Vega
// in its place. Vega runs here without eval, and its styles stand in charts.css: the pages' policy allows neither eval nor inline style.

const { vega, vegaLite, vegaEmbed } = document.currentScript.dataset;
const dark = matchMedia("(prefers-color-scheme: dark)");
const narrow = matchMedia("(max-width: 40rem)");

function loaded(source) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = source;
    script.async = false;
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });
}

let turn = 0;

async function draw(figure) {
  const mine = ++turn;
  const address = new URL(figure.dataset.chart, location.href);
  address.searchParams.set("theme", dark.matches ? "dark" : "light");
  address.searchParams.set("width", narrow.matches ? "narrow" : "wide");
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) return;
  const spec = await answer.json();
  if (mine !== turn) return;
  const place = figure.querySelector(".drawing");
  place.replaceChildren();
  await window.vegaEmbed(place, spec, {
    mode: "vega-lite",
    ast: true,
    // It would warn of panels whose layers are forks of the same data: they are, and it sizes them rightly.
    logLevel: window.vega.Error,
    renderer: "svg",
    actions: false,
    defaultStyle: false,
    tooltip: { disableDefaultStyle: true },
  });
  place.hidden = false;
  figure.querySelector("picture").hidden = true;
  figure.dataset.drawn = address.search;
}

async function begin() {
  const figure = document.querySelector("[data-chart]");
  if (!figure || navigator.connection?.saveData) return;
  await Promise.all([vega, vegaLite, vegaEmbed].map(loaded));
  await draw(figure);
  for (const query of [dark, narrow]) query.addEventListener("change", () => draw(figure));
}

// Where anything of it fails the picture stays.
const started = () => begin().catch(() => {});
if (document.readyState === "complete") started();
else addEventListener("load", started);

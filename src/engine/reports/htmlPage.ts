import { createHash } from 'node:crypto';

/*
 * The frame of the HTML report: one file that loads nothing. Style and script stand in it under a policy that names
 * their hashes, so that nothing that slips in from the audited code could run or load.
 */

const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --page: #ffffff; --card: #f6f8fa; --line: #d1d9e0;
  --mark: #fff3c4; --error: #b3121d; --warning: #7d4e00; --info: #0757ba; --good: #116329; --link: #0757ba; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9ba7b4; --page: #0d1117; --card: #161b22;
  --line: #3d444d; --mark: #3b3215; --error: #ff938a; --warning: #e3b341; --info: #79b8ff; --good: #56d364; --link: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: var(--text); background: var(--page); }
main, footer { max-width: 78rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; margin: .5rem 0 0; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: .875em; }
.soft, footer { color: var(--soft); }
.verdict { font-size: 1.1rem; margin: .75rem 0; padding: .5rem .75rem; border-left: .3rem solid var(--info); background: var(--card); }
.verdict.worse { border-color: var(--warning); } .verdict.improved, .verdict.clean { border-color: var(--good); }
table { border-collapse: collapse; max-width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; }
.filters { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: end; margin: .75rem 0; padding: .75rem;
  border: 1px solid var(--line); border-radius: .4rem; background: var(--card); }
.filters[hidden], .finding[hidden] { display: none; }
.filters label { display: flex; flex-direction: column; font-size: .875rem; color: var(--soft); }
.filters input, .filters select { font: inherit; color: var(--text); background: var(--page); border: 1px solid var(--soft);
  border-radius: .3rem; padding: .3rem .5rem; min-width: 0; max-width: 100%; }
.filters output { margin-left: auto; }
.finding { margin: .75rem 0; padding: .75rem; border: 1px solid var(--line); border-left: .3rem solid var(--soft); border-radius: .4rem; }
.many .finding { content-visibility: auto; contain-intrinsic-size: auto 12rem; }
.finding.error { border-left-color: var(--error); } .finding.warning { border-left-color: var(--warning); }
.finding.info { border-left-color: var(--info); }
.level { font-weight: 700; } .error .level { color: var(--error); } .warning .level { color: var(--warning); } .info .level { color: var(--info); }
.tag { font-size: .8125rem; font-weight: 400; color: var(--soft); border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; white-space: nowrap; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; margin-top: .5rem; }
@media (max-width: 50rem) { .sides { grid-template-columns: minmax(0, 1fr); } .filters output { margin-left: 0; } }
figure { margin: 0; min-width: 0; } figcaption { font-size: .875rem; overflow-wrap: anywhere; }
pre { margin: .25rem 0 0; padding: .5rem 0; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .3rem; line-height: 1.45; }
pre > span { display: block; width: max-content; min-width: 100%; padding: 0 .75rem; unicode-bidi: isolate; }
pre > .marked { background: var(--mark); } pre i { color: var(--soft); font-style: normal; user-select: none; }
summary { cursor: pointer; padding: .25rem 0; } .list h2 { display: inline; } .list { margin-top: 1rem; } summary:focus-visible, pre:focus-visible, input:focus-visible, select:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
ul { padding-left: 1.25rem; margin: .25rem 0; } li { overflow-wrap: anywhere; } a { color: var(--link); }
@media print { .filters { display: none; }   .many .finding { content-visibility: visible; } .finding { break-inside: avoid; } }
`;

/** Shows the filters, which are hidden without a script, and hides the findings that do not fit. */
const SCRIPT = `
(() => {
  const form = document.getElementById('filters');
  if (!form) return;
  const all = [...document.querySelectorAll('.finding')];
  const texts = new Map();
  const textOf = (one) => {
    if (!texts.has(one)) texts.set(one, one.textContent.toLowerCase());
    return texts.get(one);
  };
  const apply = () => {
    const words = form.elements.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const one of all) {
      const fits = ['level', 'rule', 'status'].every((key) => {
        const wanted = form.elements[key]?.value ?? '';
        return wanted === '' || one.dataset[key] === wanted;
      }) && words.every((word) => textOf(one).includes(word));
      one.hidden = !fits;
      if (fits) count++;
    }
    form.elements.count.value = count + ' of ' + all.length + ' shown';
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  apply();
})();
`;

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The page around a body.
 * @param title escaped
 * @param body markup in which every text from outside is escaped
 */
export function htmlPage(title: string, body: readonly string[]): string {
  const policy = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    ...body,
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

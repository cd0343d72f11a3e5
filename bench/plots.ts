// The figures of all benches as pictures: how far each is from its budget, and what it is of its peer.
import { scaleLinear, scaleLog } from 'd3-scale';
import { figuresOf, isJudged, type Named, peerOf, ratioOf } from './report.ts';
import { amountOf, budgetOf, isKept, type Table } from './table.ts';

type Bar = { label: string; share: number; caption: string; color: string };
type Group = { title: string; bars: Bar[] };

const [width, labelWidth, captionWidth, rowHeight, top] = [1_100, 460, 200, 24, 56];
const colors = { kept: '#2563eb', missed: '#dc2626', peer: '#64748b' };
/** How many times better or worse than its budget a bar can show. */
const widest = 20;

/** One bar a figure: below 1 its budget is kept, whether it is to be small or large. '' without any. */
export function budgetPlot(tables: Table[]): string {
  const groups = tables.map(({ title, rows }) => ({ title, bars: rows.flatMap(figuresOf).flatMap(budgetBarOf) }));
  const scale = scaleLog([1 / widest, widest], [0, width - labelWidth - captionWidth]).clamp(true);
  const title = `Each figure beside its budget: left of the line it is kept (logarithmic, ends at ${widest} times)`;
  return drawing(title, groups, (share) => scale(Math.max(share, 1 / widest)), scale(1));
}

function budgetBarOf(named: Named): Bar[] {
  const { row, column, figure } = named;
  const { value, atMost, atLeast } = figure;
  const share = atMost === undefined ? ratioOf(atLeast ?? 0, value) : ratioOf(value, atMost);
  // Nothing is a share of none.
  if (!isJudged(named) || share === null || atMost === 0 || atLeast === 0) return [];
  const caption = `${amountOf(figure)} (${budgetOf(figure)})`;
  return [{ label: `${row}: ${column}`, share, caption, color: isKept(figure) ? colors.kept : colors.missed }];
}

/** Each figure that has a peer, as a share of it. '' without any. */
export function peerPlot(tables: Table[]): string {
  const groups = tables.map(({ title, rows }) => ({
    title,
    bars: rows.flatMap(figuresOf).flatMap((named): Bar[] => {
      const peer = peerOf(rows, named);
      const share = peer && ratioOf(named.figure.value, peer.figure.value);
      if (!peer || share === null) return [];
      const caption = `${Math.round(share * 100)} % of ${amountOf(peer.figure)}`;
      return [{ label: `${named.column}, beside "${peer.name}"`, share, caption, color: colors.peer }];
    }),
  }));
  const most = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ share }) => share)));
  const scale = scaleLinear([0, most], [0, width - labelWidth - captionWidth]);
  return drawing('Beside a peer measured in the same run: the line is the peer', groups, scale, scale(1));
}

function drawing(title: string, all: Group[], lengthOf: (share: number) => number, lineAt: number): string {
  const groups = all.filter(({ bars }) => bars.length > 0);
  if (groups.length === 0) return '';
  let y = top;
  const rows = groups.flatMap((group) => {
    const heading = text(16, y + 15, group.title, 'start', 600);
    y += rowHeight;
    return [
      heading,
      ...group.bars.flatMap(({ label, share, caption, color }) => {
        const length = Math.max(1, lengthOf(share));
        const [at, place] = [y, `x="${labelWidth}" y="${y + 4}"`];
        y += rowHeight;
        return [
          text(labelWidth - 8, at + 15, label, 'end'),
          `<rect ${place} width="${length.toFixed(1)}" height="${rowHeight - 8}" rx="2" fill="${color}"/>`,
          text(labelWidth + Math.max(length, lineAt) + 8, at + 15, caption, 'start'),
        ];
      }),
    ];
  });
  const [x, height] = [(labelWidth + lineAt).toFixed(1), y + 16];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ' font-family="system-ui, sans-serif" font-size="12" fill="#0f172a">',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="28" font-size="15" font-weight="600">${escaped(title)}</text>`,
    ...rows,
    `<line x1="${x}" y1="${top - 8}" x2="${x}" y2="${height - 12}" stroke="#0f172a" stroke-dasharray="4 3"/>`,
    '</svg>\n',
  ].join('\n');
}

function text(x: number, y: number, words: string, anchor: 'start' | 'end', weight = 400): string {
  const style = `text-anchor="${anchor}" font-weight="${weight}"`;
  return `<text x="${x.toFixed(1)}" y="${y}" ${style}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

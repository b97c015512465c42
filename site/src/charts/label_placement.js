// Labels that never overlap: each is moved around its point, and dropped where no place is free.

const GAP = 8;
/** How much farther than usual a label may stand from its point. */
const REACHES = [0, 6, 14, 24, 36];
/** More lines from labels to points than this would be a chart of their own. */
const MOST_LEADERS = 5;

/** Places around a point in the order of preference: where the label's left edge and its baseline's middle go. */
function places(label, reach) {
  const { x, y, width } = label;
  const side = GAP + reach;
  const high = 10 + reach;
  return [
    [x + side, y],
    [x + side, y - high],
    [x - side - width, y],
    [x - side - width, y - high],
    [x + side, y + high],
    [x - side - width, y + high],
    [x - width / 2, y - high - 6],
    [x - width / 2, y + high + 6],
  ];
}

/** Whether two boxes `{left, top, right, bottom}` overlap. */
export function overlaps(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function boxAt(left, middle, label) {
  return { left, right: left + label.width, top: middle - label.height / 2, bottom: middle + label.height / 2 };
}

function inside(box, bounds) {
  return box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;
}

/** How often a box is crossed by level and upright lines `[x1, y1, x2, y2]`. */
function crossings(box, lines) {
  return lines.filter(([x1, y1, x2, y2]) => overlaps(box, {
    left: Math.min(x1, x2) - 1, right: Math.max(x1, x2) + 1, top: Math.min(y1, y2) - 1, bottom: Math.max(y1, y2) + 1,
  })).length;
}

/** The place of a box that is nearest to a point. */
function nearestOf(box, { x, y }) {
  return [Math.min(Math.max(x, box.left), box.right), Math.min(Math.max(y, box.top), box.bottom)];
}

/** How far a point is from a box. */
function distance(box, point) {
  const [x, y] = nearestOf(box, point);
  return Math.hypot(x - point.x, y - point.y);
}

/** The line from a label to its point, cut short of the mark. */
function leaderOf(box, label) {
  const [x, y] = nearestOf(box, label);
  const length = Math.hypot(x - label.x, y - label.y) || 1;
  const cut = Math.min(7, length) / length;
  return [x, y, label.x + (x - label.x) * cut, label.y + (y - label.y) * cut];
}

/** Whether a reader would take the label for that of another point. */
function misleads(box, label, marks) {
  const own = distance(box, label);
  return marks.some((mark) => mark.id !== label.id && distance(box, mark) < own - 0.5 && !(mark.x === label.x && mark.y === label.y));
}

/** The best free place of a label, or `null`. */
function bestPlace(label, taken, { marks, lines, bounds, mayLead }) {
  let best = null;
  for (const reach of REACHES) {
    for (const [left, middle] of places(label, reach)) {
      const box = boxAt(left, middle, label);
      if (!inside(box, bounds) || taken.some((other) => overlaps(box, other))) continue;
      if (marks.some((mark) => overlaps(box, mark))) continue;
      const led = reach > 6 || misleads(box, label, marks);
      if (led && !mayLead) continue;
      const cost = crossings(box, lines) * 10 + reach + (led ? 8 : 0);
      if (best === null || cost < best.cost) best = { left, middle, box, cost, leader: led ? leaderOf(box, label) : null };
    }
    if (best !== null && best.cost < 10) break;
  }
  return best;
}

/**
 * Places labels `{id, x, y, width, height}`, the most important first.
 *
 * `marks` are the boxes of the points, `{id, x, y, left, top, right, bottom}`, that labels keep clear of, `lines` what
 * they avoid where they can. A label with `near` is dropped rather than led to its point by a line; one with `always`
 * may cover marks where there is no other place. Returns a map from id to `{left, middle, box, leader}`; `leader` is a
 * line `[x1, y1, x2, y2]` to the point where the label could be taken for that of another one, else `null`. A label
 * without a free place is not in the map.
 */
export function placeLabels(labels, { marks, lines, bounds }) {
  const placed = new Map();
  const taken = [];
  let leaders = 0;
  for (const label of labels) {
    const mayLead = label.always || (!label.near && leaders < MOST_LEADERS);
    const best = bestPlace(label, taken, { marks, lines, bounds, mayLead })
      ?? (label.always ? bestPlace(label, taken, { marks: [], lines, bounds, mayLead }) : null);
    if (best === null) continue;
    if (best.leader) leaders += 1;
    taken.push(best.box);
    placed.set(label.id, best);
  }
  return placed;
}

// Labels that never overlap: each is moved around its point, and dropped where no place is free.

const GAP = 8;

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

/** How far a point is from a box. */
function distance(box, { x, y }) {
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/** Whether a reader would take the label for that of another point. */
function misleads(box, label, marks) {
  const own = distance(box, label);
  return marks.some((mark) => mark.id !== label.id && distance(box, mark) < own - 0.5 && !(mark.x === label.x && mark.y === label.y));
}

/**
 * Places labels `{id, x, y, width, height}`, the most important first; one with `always` may stand nearer to another point.
 *
 * `marks` are the boxes of the points, `{id, x, y, left, top, right, bottom}`, that labels keep clear of, `lines` what they avoid where they can. Returns a map from id to
 * `{left, middle, box}`; a label without a free place is not in it.
 */
export function placeLabels(labels, { marks, lines, bounds }) {
  const placed = new Map();
  const taken = [];
  for (const label of labels) {
    let best = null;
    for (const reach of [0, 6, 14]) {
      for (const [left, middle] of places(label, reach)) {
        const box = boxAt(left, middle, label);
        if (!inside(box, bounds) || taken.some((other) => overlaps(box, other))) continue;
        if (marks.some((mark) => overlaps(box, mark))) continue;
        if (!label.always && misleads(box, label, marks)) continue;
        const cost = crossings(box, lines) * 10 + reach;
        if (best === null || cost < best.cost) best = { left, middle, box, cost };
      }
      if (best !== null && best.cost < 10) break;
    }
    if (best === null) continue;
    taken.push(best.box);
    placed.set(label.id, best);
  }
  return placed;
}

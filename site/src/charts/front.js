// The front: of the layouts that outlive a batch, those to which no other is both larger and safer.

/** Points of the front from the safest to the largest. A point is `{usable, loss}`. */
export function frontOf(points) {
  const bySize = [...points].sort((a, b) => b.usable - a.usable || a.loss - b.loss);
  const front = [];
  for (const point of bySize) {
    const safest = front.at(-1);
    if (!safest || point.loss < safest.loss) front.push(point);
  }
  return front.reverse();
}

/** The steps through the front as corners `[x, y]`: from each point across to the next one's space, then to its loss. */
export function steps(front) {
  return front.flatMap((point, index) =>
    index === 0 ? [[point.x, point.y]] : [[point.x, front[index - 1].y], [point.x, point.y]]);
}

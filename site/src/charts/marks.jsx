// Marks of the layout families. Sides count parity: triangle 1, square 2, pentagon 3; a mirror is round, dRAID a cross.

/** Corners of a regular polygon around the origin, the first at the top. */
function polygon(sides, radius, lower = 0) {
  const corners = Array.from({ length: sides }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / sides - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle) + lower).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}

function cross(half, arm) {
  return `M${-arm},${-half}H${arm}V${-arm}H${half}V${arm}H${arm}V${half}H${-arm}V${arm}H${-half}V${-arm}H${-arm}Z`;
}

/** Outlines for a mark of 10 px. */
const SHAPES = {
  mirror: 'M-4.7,0A4.7,4.7 0 1 1 4.7,0A4.7,4.7 0 1 1 -4.7,0Z',
  raidz1: polygon(3, 5.8, 1),
  raidz2: 'M-4.3,-4.3H4.3V4.3H-4.3Z',
  raidz3: polygon(5, 5.2, 0.3),
  draid: cross(5, 1.9),
  stripe: 'M-5,-1.7H5V1.7H-5Z',
};

/** The shape alone, for use inside an SVG; `filled` says that the layout is not lost with any one batch. */
export function MarkShape({ family, filled, scale = 1 }) {
  return (
    <path
      class={`mark-shape family-${family} ${filled ? 'mark-filled' : 'mark-hollow'}`}
      d={SHAPES[family] ?? SHAPES.stripe}
      transform={scale === 1 ? undefined : `scale(${scale})`}
    />
  );
}

/** A mark in running text or a table. The words beside it say the same. */
export function Mark({ family, filled, size = 10 }) {
  return (
    <svg class="mark" width={size + 4} height={size + 4} viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
      <MarkShape family={family} filled={filled} />
    </svg>
  );
}

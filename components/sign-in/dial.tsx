const marks = Array.from({ length: 100 }, (_, mark) => mark);
const tens = marks.filter((mark) => mark % 10 === 0);

const point = (mark: number, radius: number) => {
  const angle = (mark / 100) * 2 * Math.PI;
  return { x: Math.round(300 + radius * Math.sin(angle)), y: Math.round(300 - radius * Math.cos(angle)) };
};

// One path for all marks of a ring: a hundred elements would weigh more than the form beside them.
const ring = (shown: number[], outer: number, inner: number) =>
  shown
    .map((mark) =>
      [point(mark, outer), point(mark, inner)].map(({ x, y }, end) => `${end === 0 ? "M" : "L"}${x} ${y}`).join(""),
    )
    .join("");

/** The face of a combination lock: a hundred marks, the tens numbered. Decoration. */
export function Dial({ className }: { className?: string }) {
  const pointer = point(8, 160);
  return (
    <svg viewBox="0 0 600 600" className={className} fill="none" stroke="currentColor">
      <circle cx="300" cy="300" r="296" strokeOpacity="0.16" />
      <circle cx="300" cy="300" r="262" fill="currentColor" fillOpacity="0.06" strokeOpacity="0.3" />
      <path d={ring(marks, 252, 242)} strokeOpacity="0.55" />
      <path d={ring(tens, 252, 230)} strokeWidth="2.5" />
      <g
        fill="currentColor"
        fillOpacity="0.8"
        stroke="none"
        className="font-mono"
        fontSize="15"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {tens.map((mark) => (
          <text key={mark} {...point(mark, 208)}>
            {mark}
          </text>
        ))}
      </g>
      <circle cx="300" cy="300" r="176" strokeOpacity="0.3" />
      <circle cx="300" cy="300" r="118" fill="currentColor" fillOpacity="0.1" strokeOpacity="0.5" strokeWidth="1.5" />
      <path d={ring(marks, 118, 110)} strokeOpacity="0.35" />
      <path d="M300 20l9-16h-18z" fill="currentColor" stroke="none" />
      <path d={`M300 300L${pointer.x} ${pointer.y}`} strokeWidth="6" strokeLinecap="round" />
      <circle cx="300" cy="300" r="16" fill="currentColor" stroke="none" />
    </svg>
  );
}

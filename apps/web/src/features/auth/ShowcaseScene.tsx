/** A lake at dusk. */
export function ShowcaseScene() {
  return (
    <svg viewBox="0 0 400 300" aria-hidden className="block w-full">
      <defs>
        <linearGradient id="sky" x2="0" y2="1">
          <stop className="[stop-color:var(--color-picture-dusk)]" />
          <stop offset="0.55" className="[stop-color:var(--color-picture-coral)]" />
          <stop offset="1" className="[stop-color:var(--color-picture-sun)]" />
        </linearGradient>
        <linearGradient id="lake" x2="0" y2="1">
          <stop className="[stop-color:var(--color-picture-peach)]" />
          <stop offset="1" className="[stop-color:var(--color-picture-deep)]" />
        </linearGradient>
      </defs>
      <rect width="400" height="190" fill="url(#sky)" />
      <circle cx="252" cy="150" r="30" className="fill-picture-sun" />
      <path d="M0 172C60 118 96 128 142 152s70-30 112-8 92 18 146-26v80H0z" className="fill-picture-dusk opacity-70" />
      <path d="M0 184c44-26 92-30 138-12s88-8 132-4 84-16 130-10v36H0z" className="fill-picture-deep" />
      <rect y="186" width="400" height="114" fill="url(#lake)" />
      <g className="fill-over-picture opacity-35">
        <rect x="222" y="200" width="60" height="3" rx="1.5" />
        <rect x="206" y="216" width="92" height="3" rx="1.5" />
        <rect x="230" y="232" width="44" height="3" rx="1.5" />
        <rect x="196" y="248" width="104" height="3" rx="1.5" />
      </g>
      <g className="animate-drift fill-picture-deep [animation-duration:5s]">
        <path d="M56 240c30 6 78 6 108 0-4 16-14 24-26 24H82c-12 0-22-8-26-24z" />
        <circle cx="92" cy="208" r="8" />
        <path d="M80 243c0-20 4-27 12-27s12 7 12 27z" />
        <circle cx="126" cy="206" r="8" />
        <path d="M114 243c0-22 4-29 12-29s12 7 12 29z" />
      </g>
      <rect x="70" y="270" width="80" height="3" rx="1.5" className="fill-over-picture opacity-35" />
    </svg>
  );
}

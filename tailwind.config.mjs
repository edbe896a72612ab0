export default { content: ['./site/**/*.{astro,tsx,ts}'] }

import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Bundles the service into `dist/`: a plain Node program starts three times faster than one compiled on the fly. */
export async function bundle() {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: {
      server: 'api/server.ts',
      'build-site': 'api/site-builds/build-site.ts',
    },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  })
}

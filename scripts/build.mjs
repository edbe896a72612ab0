// npm run build: bundles what `npm start` would otherwise bundle at its first start.
import { bundleService, bundleSite } from './bundle.mjs'
import { installPackages } from './install.mjs'

installPackages()
await bundleService()
const { folder } = await bundleSite()
console.log(
  `The service and the site are built: dist/server.mjs, ${folder.slice(process.cwd().length + 1)}`,
)

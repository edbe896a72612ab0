import base from '../../playwright.config.ts'

const { webServer, ...rest } = base
export default { ...rest, testDir: '.', outputDir: '/tmp/journeys-out', reporter: [['list']] }

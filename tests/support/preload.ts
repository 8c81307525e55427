import { afterAll } from 'bun:test'

// Among parallel workers this is called after each file: there the browser and shared folders serve them all, and end with the run.
afterAll(async () => {
  if (process.env.TESTS_KEEP_BROWSER) return
  globalThis.removeSharedFolders?.()
  await globalThis.closeBrowser?.()
})

// pdf.js replaces a navigator without a language, and its own knows no number of processors.
Object.defineProperty(navigator, 'language', { value: 'en-ZA' })

import { afterAll } from 'bun:test'

// Among parallel workers this is called after each file: there the browser serves them all, and ends with its worker.
afterAll(() => (process.env.TESTS_KEEP_BROWSER ? undefined : globalThis.closeBrowser?.()))

import { afterAll } from 'bun:test'

// The browser is opened by the first test that needs it; only here is the end of all tests known.
afterAll(() => globalThis.closeBrowser?.())

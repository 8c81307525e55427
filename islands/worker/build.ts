declare const WORKER_ASSETS: readonly string[]
declare const WORKER_BUILD: string

/** Filled in by `server/http/bundle.ts`: the files that pages need, and a name that changes with any of them. */
export const ASSETS = WORKER_ASSETS
export const BUILD = WORKER_BUILD

import type { AssetFile } from './bundle.ts'

// `server/tasks/build.ts` puts what it built in the place of this module.

/** A run from source bundles on start. */
export const embedded: readonly (Omit<AssetFile, 'bytes'> & { file: string })[] | undefined = undefined

/** The file with what every call answers; a run from source reads it off the types when it is first asked. */
export const embeddedReplies: string | undefined = undefined

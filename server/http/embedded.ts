import type { AssetFile } from './bundle.ts'

/**
 * The static files of a compiled program. `server/tasks/build.ts` puts the built files in the place of this
 * module; a run from source has none and bundles on start.
 */
export const embedded: readonly (Omit<AssetFile, 'bytes'> & { file: string })[] | undefined = undefined

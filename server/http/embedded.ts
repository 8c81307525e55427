import type { AssetFile } from './bundle.ts'

/** `server/tasks/build.ts` puts the built files in the place of this module; a run from source bundles on start. */
export const embedded: readonly (Omit<AssetFile, 'bytes'> & { file: string })[] | undefined = undefined

import type { OffsiteDb } from '#db/types.ts'
import type { Store } from './store.ts'

/** What copies a data folder. */
export type Copier = { data: string; db: OffsiteDb; store: Store; clock: () => Date }

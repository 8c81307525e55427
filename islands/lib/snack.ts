import type { Snack } from '#islands/client/api.ts'
import { messageOf } from './call.ts'

/** A passing message of the page. */
export const say = (snack: Snack) => window.joblane.snackbar(snack)

export const sayError = (error: unknown) => say({ level: 'error', message: messageOf(error) })

import { readFileSync } from 'node:fs'

const UNIT = 'server/tasks/build/debian/joblane.service'

/** The engine's options that are set in a text, such as a script or a unit, by their names. */
export const engineOptions = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/\b(BUN_JSC_\w+)=(\S+)/g)].map(([, name, value]) => [name as string, value as string]),
  )

/** Those that the unit of the Debian package sets, which the program cannot set by itself. */
export const unitOptions = () => engineOptions(readFileSync(UNIT, 'utf8'))

import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One source file: its text, its code without comments and types, and the places of the values it imports. */
export type Source = { path: string; text: string; code: string; imports: string[] }

const root = join(import.meta.dir, '../..')
const ts = new Bun.Transpiler({ loader: 'ts' })
const tsx = new Bun.Transpiler({ loader: 'tsx' })

/** The TypeScript files under these top folders, paths relative to the project. */
export function sources(folders: string[]): Source[] {
  const pattern = new Bun.Glob(`{${folders.join(',')}}/**/*.{ts,tsx}`)
  return [...pattern.scanSync(root)]
    .sort()
    .map((path) => source(path, readFileSync(join(root, path), 'utf8')))
}

/** Imports of types alone leave no trace in `imports`: they bind nothing when the program runs. */
export function source(path: string, text: string): Source {
  const transpiler = path.endsWith('x') ? tsx : ts
  const imports = transpiler.scan(text).imports.map((one) => placeOf(path, one.path))
  return { path, text, code: transpiler.transformSync(text), imports }
}

/** "#db/tenants.ts" and "../db/tenants.ts" both become "db/tenants.ts"; packages keep their name. */
function placeOf(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier
}

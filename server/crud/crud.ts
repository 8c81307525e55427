import type { Route } from '#server/http/route.ts'
import { crudApi } from './api.ts'
import type { Literal, Plain } from './literal.ts'
import { crudPages } from './pages.tsx'
import { resource } from './resource.ts'

export type { Field } from './field.ts'

/** The ordinary routes of one plain resource: its page, its dialog, its calls. @throws at start on a wrong name. */
export function crud<Name extends string>(literal: Literal<Name>): Route[] {
  const made = resource(literal as unknown as Plain)
  return [...crudApi(made), ...crudPages(made)]
}

import type { Route } from '#server/http/route.ts'
import { type AfterChange, crudActions } from './actions.ts'
import { crudApi } from './api.ts'
import type { ResourceField } from './field.ts'
import type { Literal, ResourceLiteral } from './literal.ts'
import { crudPages } from './pages.tsx'
import { type Resource, resource } from './resource.ts'

// The names of the fields are taken from `fields` alone, so that a wrong one elsewhere is an error there.
type Given<Name extends string> = Literal<NoInfer<Name>> & { fields: Record<Name, ResourceField> }

/** @throws at start on a wrong name */
export const defineResource = <Name extends string>(literal: Given<Name>): Resource =>
  resource(literal as unknown as ResourceLiteral)

export const crudRoutes = (r: Resource, afterChange?: AfterChange): Route[] => [
  ...crudApi(r),
  ...crudActions(r, afterChange),
  ...crudPages(r),
]

export const crudCalls = (r: Resource): Route[] => [...crudApi(r), ...changeCalls(r)]

export const changeCalls = (...given: Parameters<typeof crudActions>): Route[] =>
  crudActions(...given).filter(({ kind }) => kind === 'api')

export const crud = <Name extends string>(literal: Given<Name>): Route[] =>
  crudRoutes(defineResource(literal))

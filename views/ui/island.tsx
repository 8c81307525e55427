import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

type IslandProps<Props> = {
  name: string
  /** JSON only: they travel to the browser as text. */
  props: Props
  component?: ComponentType<Props>
  /** What the island draws first, to the letter, by `renderToString`: the browser takes it over. */
  html?: string
  children?: ReactNode
  className?: string
}

/** What the server shows until the browser has drawn the island in its place. */
export function Island<Props extends object>(island: IslandProps<Props>) {
  const { name, props, component, className, children } = island
  const html = island.html ?? (component && renderToString(createElement(component, props)))
  return (
    <div className={className ?? 'island'} data-island={name} hx-morph-skip="" hx-ignore="">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by scriptJson */}
      <script type="application/json" dangerouslySetInnerHTML={{ __html: scriptJson(props) }} />
      {html === undefined ? (
        <div data-root="">{children}</div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by React's own renderer
        <div data-root="" data-hydrate="" dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  )
}

/** JSON that cannot end its script element or open a comment in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

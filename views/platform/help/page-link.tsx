import { createContext, useContext } from 'react'

/** Whether the reader may open the page at an address. */
export const Opens = createContext<(href: string) => boolean>(() => false)

// The drawer shows these pages in a frame, so what leads elsewhere leaves it.
function PageLink({ href, label }: { href: string; label: string }) {
  if (!useContext(Opens)(href)) return label
  return (
    <a href={href} target="_top">
      {label}
    </a>
  )
}

export const to = (href: string, label: string) => <PageLink href={href} label={label} />

import { type ComponentType, createElement, type ReactElement } from 'react'

// Nobody outside this process knows it, so nothing that a person typed can pass for a mark.
const secret = crypto.randomUUID()
const MARKS = new RegExp(`${secret}\\.(\\d+)\\.`, 'g')

let pieces: ReactElement[] | undefined

/** A piece that often stays as it is while the page around it changes: drawn by itself where the page asks for that. */
export function ownPiece<P extends object>(View: ComponentType<P>): (props: P) => ReactElement | string {
  return (props) => {
    const piece = createElement(View, props)
    return pieces ? `${secret}.${pieces.push(piece) - 1}.` : piece
  }
}

export function drawInPieces(page: () => string, drawPiece: (piece: ReactElement) => string): string {
  const outer = pieces
  const own: ReactElement[] = []
  pieces = own
  let markup: string
  try {
    markup = page()
  } finally {
    pieces = outer
  }
  if (own.length === 0) return markup
  return markup.replace(MARKS, (_, index) => drawPiece(own[Number(index)] as ReactElement))
}

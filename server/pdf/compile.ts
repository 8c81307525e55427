import type { ReactElement } from 'react'
import satori, { type SatoriNode } from 'satori'
import {
  type BandMarks,
  type DocumentView,
  type FieldMarks,
  fieldMark,
  type ImageMarks,
} from '#views/documents/parts.tsx'
import { regular, semibold } from './fonts.ts'
import { parseSvg, type SvgShape } from './parse-svg.ts'
import type { Band, LayoutItem, Template } from './template.ts'

export const layoutFonts = [
  { name: 'Inter', data: regular.data, weight: 400 as const },
  { name: 'Inter', data: semibold.data, weight: 600 as const },
]

/** Tens of milliseconds. */
export async function compile(document: Pick<DocumentView<never>, 'paper' | 'layout'>): Promise<Template> {
  const { nodes, svg } = await layOut(document.layout, document.paper.width)
  const shapes = parseSvg(svg)
  const bands = nodes
    .filter((node) => node.props['data-band'])
    .map((node) => compileBand(node, nodes, shapes))
  const placed = (place: BandMarks['place']) => bands.find((band) => band.place === place)
  return {
    paper: document.paper,
    bands: bands.filter((band) => !band.place),
    foot: placed('foot'),
    continued: placed('continued'),
  }
}

async function layOut(element: ReactElement, width: number) {
  const nodes: SatoriNode[] = []
  const onNodeDetected = (node: SatoriNode) => void nodes.push(node)
  // Layout snaps to quarter points; whole ones would make every hairline a point thick.
  const svg = await satori(element, {
    width,
    fonts: layoutFonts,
    embedFont: false,
    pointScaleFactor: 4,
    onNodeDetected,
  })
  return { nodes, svg }
}

function compileBand(node: SatoriNode, nodes: SatoriNode[], shapes: SvgShape[]): Band {
  const inside = nodes.filter((other) => other !== node && contains(node, other.top, other.left))
  const held = shapes.filter((shape) => holds(node, shape))
  const ops = [
    ...inside.filter((each) => each.props['data-field']).map((field) => fieldOp(field, held)),
    ...inside.filter((each) => each.props['data-image']).map(imageOp),
    ...held.filter((shape) => !(shape.kind === 'text' && shape.text === fieldMark)).map(fixedOp),
  ]
  const local = ops.map((op) => shiftOp(op, node.top)).sort((a, b) => a.top - b.top)
  return { ...(node.props['data-band'] as BandMarks), height: node.height, ops: local.map(constrainOp) }
}

function fieldOp(node: SatoriNode, shapes: SvgShape[]): LayoutItem {
  const marked = node.props['data-field'] as FieldMarks
  const shape = shapes.find((each) => each.kind === 'text' && each.text === fieldMark && holds(node, each))
  if (shape?.kind !== 'text') throw new Error(`The field ${marked.name} was not found in its layout.`)
  const { size, bold, colour, y } = shape
  return {
    kind: 'field',
    ...marked,
    ...unconstrained,
    ...extentOf(node),
    x: node.left,
    y,
    size,
    bold,
    colour,
    lineheight: node.height,
  }
}

function imageOp(node: SatoriNode): LayoutItem {
  return { kind: 'image', ...(node.props['data-image'] as ImageMarks), ...unconstrained, ...extentOf(node) }
}

function fixedOp(shape: SvgShape): LayoutItem {
  return { ...shape, ...unconstrained }
}

/** All that ends where the op begins or higher, and shares a part of its width. */
function constrainOp(op: LayoutItem, _index: number, ops: LayoutItem[]): LayoutItem {
  const over = (other: LayoutItem) =>
    other.top < op.top && other.bottom <= op.top + overlap && other.left < op.right && op.left < other.right
  const above = ops.flatMap((other, index) => (over(other) ? [index] : []))
  const gap = Math.min(...above.map((index) => op.top - (ops[index]?.bottom ?? 0)))
  return { ...op, above, gap: above.length ? gap : 0 }
}

/** Letters may reach a little out of their line. */
const overlap = 2
const unconstrained = { above: [], gap: 0 }

function extentOf({ left, top, width, height }: SatoriNode) {
  return { left, top, right: left + width, bottom: top + height }
}

function shiftOp(op: LayoutItem, by: number): LayoutItem {
  const moved = { ...op, top: op.top - by, bottom: op.bottom - by }
  return 'y' in moved ? { ...moved, y: moved.y - by } : moved
}

function contains(node: SatoriNode, top: number, left: number): boolean {
  const [right, bottom] = [node.left + node.width, node.top + node.height]
  return top >= node.top - slack && top < bottom && left >= node.left - slack && left <= right
}

function holds(node: SatoriNode, shape: SvgShape): boolean {
  // Letters stand out of a tight line box; their middle does not.
  return contains(node, shape.kind === 'text' ? shape.y - shape.size * 0.35 : shape.top, shape.left)
}

const slack = 0.3

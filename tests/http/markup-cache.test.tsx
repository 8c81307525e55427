import { beforeEach, expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { drawOnce, lasting, unchanging } from '#server/http/markup-cache.ts'
import { ownPiece } from '#views/ui/cached-pieces.ts'

const drawn: unknown[] = []

beforeEach(() => {
  drawn.length = 0
})

function View(props: { [name: string]: unknown; children?: ReactNode }) {
  drawn.push(props)
  return <p title={JSON.stringify(props.text)}>{props.children}</p>
}

const Piece = ownPiece(View)

function Failing(): ReactNode {
  throw new Error('It fails.')
}

test('equal props are drawn once, and to what React draws of them', () => {
  const view = () => (
    <View text={['a"<', { b: 1 }]} none={undefined}>
      <b>&amp;</b>
    </View>
  )
  const markup = drawOnce(view())
  expect(drawOnce(view())).toBe(markup)
  expect(drawn).toHaveLength(1)
  expect(markup).toBe(renderToStaticMarkup(view()))
})

test('whatever differs is drawn anew', () => {
  const texts = [1, '1', true, 'true', null, undefined, 'null', 0, -0, [], {}, ['a', 'b'], ['a"1:b'], ['ab']]
  for (const text of texts) drawOnce(<View text={text} />)
  drawOnce(<View text={{ a: '1', b: '2' }} />)
  drawOnce(<View text={{ a: '1b"1:2' }} />)
  for (const Tag of ['i', 'b'] as const)
    drawOnce(
      <View>
        <Tag>1</Tag>
      </View>,
    )
  expect(drawn).toHaveLength(texts.length + 4)
})

test('what no text can stand for is drawn each time, but for what never changes', () => {
  const each = [() => 1, new Map([[1, 2]]), new Date(0), { deep: [new Set([1])] }]
  for (const text of each) for (const _ of each) drawOnce(<View text={text} />)
  expect(drawn).toHaveLength(each.length ** 2)
  const columns = lasting([{ cell: () => 'a' }])
  for (const _ of each) drawOnce(<View text={columns} />)
  expect(drawn).toHaveLength(each.length ** 2 + 1)
})

test('of what nobody changes equal ones are drawn once, and no others', () => {
  const lists = () => unchanging({ first: [{ a: 1 }], second: [{ a: 2 }] })
  const [kept, equal] = [lists(), lists()]
  for (const { first } of [kept, kept, equal]) drawOnce(<View text={first} />)
  for (const text of [kept, equal]) drawOnce(<View text={text} />)
  expect(drawn).toHaveLength(2)
  drawOnce(<View text={kept.second} />)
  drawOnce(<View text={unchanging([{ a: 3 }])} />)
  expect(drawn).toHaveLength(4)
  drawOnce(<View text={unchanging([() => 1])} />)
  expect(drawn).toHaveLength(5)
})

test('a piece that stays as it is is not drawn again with its page', () => {
  const page = (title: string) => (
    <section title={title}>
      <Piece text="$& kept">one</Piece> and <Piece text="other">{title}</Piece>
    </section>
  )
  expect(drawOnce(page('a'))).toBe(renderToStaticMarkup(page('a')))
  drawn.length = 0
  expect(drawOnce(page('b'))).toContain('and <p title="&quot;other&quot;">b</p>')
  expect(drawn).toHaveLength(1)
})

test('a page that fails leaves nothing behind', () => {
  expect(() => drawOnce(<Failing />)).toThrow('It fails.')
  expect(renderToStaticMarkup(<Piece text="a" />)).toStartWith('<p')
})

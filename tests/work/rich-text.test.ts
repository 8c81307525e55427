import { describe, expect, test } from 'bun:test'
import { cleanRichText, readRichText, toRichText } from '#server/rich-text.ts'
import { ATTACKS } from './rich-text-attacks.ts'

const ALLOWED =
  /^(?:[^<>]|<\/?(?:p|strong|em|u|h3|ul|ol|li)>|<br>|<\/a>|<a href="(?:https?:\/\/|mailto:|tel:)[^"<>]*" target="_blank" rel="noopener noreferrer nofollow">)*$/i

describe('rich text', () => {
  test.each(ATTACKS)('of an attacker is written anew: %p', (attack) => {
    const clean = cleanRichText(attack)
    expect(clean).toMatch(ALLOWED)
    expect(cleanRichText(clean)).toBe(clean)
  })

  test('keeps what the editor knows, and the words of everything else', () => {
    const known =
      '<h3>Found</h3><p>A <strong>worn</strong> <em>and</em> <u>loose</u> belt<br>at 5 &lt; 8 &amp; more</p>' +
      '<ul><li><p>One</p></li></ul><ol><li><p>Two</p></li></ol>'
    expect(cleanRichText(known)).toBe(known)
    expect(cleanRichText('<table><tr><td>Cell</td></tr></table><font color=red>Red</font><hr>')).toBe(
      'CellRed',
    )
    expect(cleanRichText('<div>One</div><div><b>Two</b> <i>Three</i></div>')).toBe(
      '<p>One</p><p><strong>Two</strong> <em>Three</em></p>',
    )
    expect(cleanRichText('<p>open <strong>bold')).toBe('<p>open <strong>bold</strong></p>')
    expect(cleanRichText('</p></div></section>Words</em>')).toBe('Words')
    expect(cleanRichText('<a href="mailto:a@b.test">Mail</a> <a href="/setup">Here</a>')).toBe(
      '<a href="mailto:a@b.test" target="_blank" rel="noopener noreferrer nofollow">Mail</a> Here',
    )
  })

  test('is nothing when it holds no words', () => {
    for (const empty of ['', '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<script>1</script>', '<ul></ul>'])
      expect(toRichText(empty)).toBe('')
  })

  test('nests no deeper than anybody writes, and takes a long text in one pass', () => {
    const deep = cleanRichText(`${'<ul><li>'.repeat(5_000)}deep`)
    expect(deep.match(/<ul>/g)?.length).toBe(12)
    expect(deep).toContain('deep')
    expect(cleanRichText('<'.repeat(20_000))).toBe('&lt;'.repeat(20_000))
  })

  test('of plain words keeps their lines, and every sign', () => {
    expect(toRichText('Belt worn\n5 < 8 & "new"\n\nOrdered')).toBe(
      '<p>Belt worn<br>5 &lt; 8 &amp; &quot;new&quot;</p><p>Ordered</p>',
    )
    expect(readRichText(toRichText('Belt worn\n5 < 8 & "new"\n\nIt’s'))).toBe(
      'Belt worn\n5 < 8 & "new"\nIt’s',
    )
    expect(readRichText('<h3>Done</h3><ul><li>One</li><li>Two</li></ul>')).toBe('Done\n• One\n• Two')
  })
})

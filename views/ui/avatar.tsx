import type { CSSProperties } from 'react'
import { classes } from './classes.ts'
import { nameHue } from './colour.ts'

type AvatarProps = { name: string; size?: 'small' | 'large'; src?: string; decorative?: boolean }

/** The stylesheet keeps lightness fixed, so that initials stay readable (4.5:1) on every hue. */
export function Avatar({ name, size, src, decorative }: AvatarProps) {
  const style = { '--hue': nameHue(name) } as CSSProperties
  const naming = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name }
  return (
    <span className={classes('avatar', size)} style={style} {...naming}>
      {src ? <img src={src} alt="" width={28} height={28} loading="lazy" /> : initials(name)}
    </span>
  )
}

/** First letters of the first and last word: `Thandi van der Merwe` → `TM`; an address gives one letter. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return (
    [first, last]
      .map((word) => [...word][0] ?? '')
      .join('')
      .toUpperCase() || '?'
  )
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test, vi } from 'vitest'
import { scope } from './scope.ts'

const aMoment = () => new Promise(setImmediate)

test('a value holds for its own work alone, whatever that awaits, and not for what leaves it', async () => {
  const words = scope<string>()
  const work = (word: string) =>
    words.run(word, async () => {
      await aMoment()
      const inside = words.current()
      const outside = await words.leave(async () => {
        await aMoment()
        return words.current()
      })
      const nested = await words.run(`${word}!`, async () => words.current())
      return [inside, outside, nested, words.current()]
    })
  const many = ['yam', 'okra', 'rice'].map(work)
  expect(words.current()).toBeUndefined()
  expect(await Promise.all(many)).toEqual([
    ['yam', undefined, 'yam!', 'yam'],
    ['okra', undefined, 'okra!', 'okra'],
    ['rice', undefined, 'rice!', 'rice'],
  ])
  expect(words.current()).toBeUndefined()
})

test('Node follows nothing once the last work is over, also where it failed, and the next has its value', async () => {
  const off = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
  const words = scope<string>()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const long = words.run('long', async () => {
    await held
    return words.current()
  })
  await expect(
    words.run('short', async () => {
      throw new Error('this one')
    }),
  ).rejects.toThrow('this one')
  expect(off).not.toHaveBeenCalled()
  letGo()
  expect(await long).toBe('long')
  expect(off).toHaveBeenCalledOnce()
  expect(await words.run('again', async () => words.current())).toBe('again')
})

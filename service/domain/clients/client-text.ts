const controlCharacters = /\p{Cc}/u
// A local part of texts separated by dots, and a host of at least two labels without hyphens at their ends.
const emailAddress =
  /^[^\s@<>(),;:"\\[\].]+(?:\.[^\s@<>(),;:"\\[\].]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u

export const isEmailOrEmpty = (text: string) => text.trim() === '' || emailAddress.test(text.trim())

export const isOneLine = (text: string) => !controlCharacters.test(text)

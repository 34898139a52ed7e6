// Half a number goes to the even neighbour, as NumPy rounds.
function roundEven(x) {
  const below = Math.floor(x);
  return x - below === 0.5 ? below + (below % 2) : Math.round(x);
}

export { roundEven };

exports.sumUp = function (entries, tax) {
  let acc = 0;
  for (const entry of entries) {
    if (entry.void) continue;
    acc += entry.net * (1 + tax);
  }
  return Math.round(acc * 100) / 100;
};

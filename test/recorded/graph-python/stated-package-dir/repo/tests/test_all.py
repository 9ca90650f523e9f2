import alpha, beta, gamma
alpha.fa()
beta.fb()
gamma.fc()

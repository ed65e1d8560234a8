# The vault in a container. Built in one stage and run from another, which has Node and the deployable folder and nothing else
# of ours: no compiler, no package cache, no development packages.
FROM node:26-trixie-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY packages/svc/package.json packages/svc/
COPY packages/client/package.json packages/client/
COPY scripts/setup.mjs scripts/install-faults.mjs scripts/
COPY prisma prisma
RUN node -e "import('./scripts/setup.mjs').then(({ setup }) => setup())"
COPY . .
RUN node scripts/package.mjs

FROM node:26-trixie-slim
LABEL org.opencontainers.image.title="Secrets vault" org.opencontainers.image.description="A self-hosted secrets vault behind one API"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 VAULT_DATA_DIR=/data
# glibc keeps memory for each thread; two shares are enough, and save 20 to 40 MB.
ENV MALLOC_ARENA_MAX=2
# The folder belongs to root and is read-only for the vault, which writes to /data as the user node.
COPY --from=build /src/dist/app /app
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn* \
 && ln -s /app/admin.mjs /usr/local/bin/svc-admin \
 && install -d -o node -g node -m 700 /data
WORKDIR /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --retries=3 CMD ["node", "/app/healthcheck.mjs"]
# Node receives signals directly and shuts down in order.
CMD ["node", "/app/start.mjs"]

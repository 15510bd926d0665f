import { defineConfig } from "vite";

// One script and one style sheet; `assemble.mjs` puts them into the page.
export default defineConfig({
  logLevel: "warn",
  build: {
    outDir: "../build/page/vite",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
    rollupOptions: {
      input: "src/main.ts",
      output: { format: "iife", entryFileNames: "page.js", assetFileNames: "page[extname]", inlineDynamicImports: true },
    },
  },
  worker: { format: "iife" },
});

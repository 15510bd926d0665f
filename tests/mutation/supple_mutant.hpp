/// @file
/// The switch of planted mutants (mutants.py): the variable SUPPLE_MUTANT names the one that is on.
///
/// With SUPPLE_MUTANT_REACHED=file none is on, and the numbers of those that are reached are added to the
/// file.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace supple_mutant {

inline int active = -1;  ///< -1: to be asked for

[[gnu::noinline]] inline bool asked(int k)
{
    static const char* file = std::getenv("SUPPLE_MUTANT_REACHED");
    if (!file) {
        const char* number = std::getenv("SUPPLE_MUTANT");
        active = number ? std::atoi(number) : 0;
        return active == k;
    }
    static std::bitset<65536> seen;
    if (!seen[static_cast<std::size_t>(k)]) {
        seen[static_cast<std::size_t>(k)] = true;
        char line[16];
        const int size = std::snprintf(line, sizeof line, "%d\n", k);
        const int to = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (to < 0 || write(to, line, static_cast<std::size_t>(size)) != size) std::abort();
        close(to);
    }
    return false;
}

inline bool is(int k)
{
    return active < 0 ? asked(k) : active == k;
}

inline int sign(int k)
{
    return is(k) ? -1 : 1;
}

template <class T>
T min(int k, const T& a, const T& b)
{
    return is(k) ? std::max(a, b) : std::min(a, b);
}

template <class T>
T max(int k, const T& a, const T& b)
{
    return is(k) ? std::min(a, b) : std::max(a, b);
}

}  // namespace supple_mutant

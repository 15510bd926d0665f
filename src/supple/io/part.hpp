/// @file
/// Parts of supple that are loaded when they are needed: what they link costs nothing before.
#pragma once

#include <filesystem>
#include <string>

namespace supple {

/// A function of the part supple-NAME.so. The part is looked for in ../lib/supple, seen from the program that
/// runs, in the folder that look_for_parts_in names, and where supple was installed to; once loaded it stays.
/// @throws InputError where there is no such part: `missing`, and where it was looked for
void* part_function(const std::string& name, const char* function, const std::string& missing);

/// Where the file of that name is that belongs to supple and is read when it is needed; the same folders.
/// @throws InputError where there is none: `missing`, and where it was looked for
std::filesystem::path part_file(const std::string& name, const std::string& missing);

/// Names a folder of parts, for a program that is not supple's own: an interpreter.
void look_for_parts_in(const std::string& folder);

}  // namespace supple
